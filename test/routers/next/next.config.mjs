import { resolve } from 'node:path';

export default {
  // As in a new app.
  cacheComponents: true,
  // The package under test and what it depends on lie further up.
  turbopack: { root: resolve(import.meta.dirname, '../../..') },
};
