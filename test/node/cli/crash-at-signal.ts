/** Loaded into a process before its own modules: SIGUSR2 is then a fault nobody catches, in the form CRASH says. */
process.on('SIGUSR2', () => {
  if (process.env.CRASH === 'JSON') JSON.parse('message-canary');
  const error = Object.assign(new Error('message-canary\n    at canary (canary.js:1:1)'), {
    request: { headers: { authorization: 'Bearer sk-canary' } },
    cause: new Error('canary'),
  });
  if (process.env.CRASH === 'rejection') void Promise.reject(error);
  else if (process.env.CRASH === 'text') throw 'message-canary';
  else throw error;
});
