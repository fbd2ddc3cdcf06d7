// Changes a page like Prototype.js 1.6 and similar libraries.
Object.assign(Array.prototype, {
  each(callback) {
    for (let i = 0; i < this.length; i++) callback(this[i], i);
    return this;
  },
  first() {
    return this[0];
  },
  last() {
    return this[this.length - 1];
  },
  without(...values) {
    return this.filter(value => !values.includes(value));
  },
  toJSON() {
    return `[${this.map(value => JSON.stringify(value)).join(', ')}]`;
  },
});
String.prototype.toJSON = function () {
  return `"${this}"`;
};
Array.from = iterable => {
  const results = [];
  if (!iterable) return results;
  let length = iterable.length || 0;
  while (length--) results[length] = iterable[length];
  return results;
};
Function.prototype.bind = function (context, ...before) {
  return (...after) => this.apply(context, before.concat(after));
};
for (const [name, method] of Object.entries({
  show() {
    this.style.display = '';
    return this;
  },
  hide() {
    this.style.display = 'none';
    return this;
  },
  toggle() {
    return this;
  },
  update(content) {
    this.textContent = content;
    return this;
  },
  visible() {
    return this.style.display !== 'none';
  },
})) {
  Element.prototype[name] ??= method;
  HTMLElement.prototype[name] ??= method;
}
window.$ = id => document.getElementById(id);
