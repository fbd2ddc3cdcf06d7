// Adds enumerable properties to every object, as careless scripts do.
Object.prototype.polluted = 'yes';
Object.prototype.attribute = undefined;
Object.prototype.extend = function (other) {
  return Object.assign(this, other);
};
Array.prototype.x = 1;
