// Enumerable names on every object, as a careless script leaves them.
Object.prototype.polluted = 'yes';
Object.prototype.attribute = undefined;
Object.prototype.extend = function (other) {
  return Object.assign(this, other);
};
Array.prototype.x = 1;
