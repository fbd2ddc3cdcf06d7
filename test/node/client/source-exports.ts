// Preloaded with --import: what a program imports from the package comes from its sources, so nothing need be built.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'agent-chat/client'
      ? next(new URL('../../../src/client/index.ts', import.meta.url).href, context)
      : next(specifier, context),
});
