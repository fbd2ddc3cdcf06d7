// Wraps functions like monitoring and compatibility scripts.
const realFetch = window.fetch;
window.fetch = function (...args) {
  window.watched = (window.watched ?? 0) + 1;
  return realFetch.apply(this, args).then(response => response.clone());
};
const realAdd = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, listener, options) {
  return realAdd.call(this, type, listener, options);
};
const realTimeout = window.setTimeout;
window.setTimeout = (callback, ...rest) => realTimeout(() => callback(), ...rest);
const realAttach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  return realAttach.call(this, init);
};
console.log = () => {};
