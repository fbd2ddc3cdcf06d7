/**
 * The proxy beside nginx and a bare node pipe, in front of the same service: what each adds to the first token and
 * to every token, what a core carries, and what a stream costs in memory. `npm run bench:proxy` runs it and writes
 * RESULTS.md. Each measure has a fresh process, in rounds, so that what the machine does meanwhile hits all alike.
 */
import { leaveSubjectAlone } from './cores.ts';
import { measureJson, measureLatency, measureMemory } from './load.ts';
import { type Measured, writeResults } from './results.ts';
import { stolenShare } from './stolen.ts';
import { type Subject, startBareNode, startNginx, startOurs, startService } from './subjects.ts';

/**
 * Streams open at once, seconds an answer lasts, seconds that are measured, and how often: a single p99 says more of the
 * machine than of its subject. The shorter the answers, the more visitors begin in the same time.
 */
const LATENCY = [
  { streams: 200, life: 10, seconds: 5, rounds: 3 },
  { streams: 1000, life: 10, seconds: 5, rounds: 3 },
  { streams: 1000, life: 4, seconds: 4, rounds: 3 },
];
/** Streams open at once, how long they last, and in how many seconds they come. */
const MEMORY = [
  { streams: 1000, life: 8, rise: 2 },
  { streams: 5000, life: 8, rise: 6 },
];
const JSON_SECONDS = 3;

leaveSubjectAlone();
const service = await startService();
const starters = [startBareNode, startNginx, startOurs];
const measured: Measured = { latency: [], memory: [], json: [], stolen: undefined };
const stolen = stolenShare();

for (const { rounds, ...load } of LATENCY) {
  const direct = await measureLatency(service, load);
  measured.latency.push({ name: 'no proxy, the service alone', load, rounds: [direct] });
  for (let round = 0; round < rounds; round++) {
    // There and back again: whoever comes last in one round comes first in the next.
    await each(round % 2 === 0 ? starters : starters.toReversed(), async subject => {
      const result = await measureLatency(subject, load);
      const row = measured.latency.find(found => found.name === subject.name && found.load === load);
      if (row) row.rounds.push(result);
      else measured.latency.push({ name: subject.name, load, rounds: [result] });
    });
  }
}
for (const size of MEMORY) {
  await each(starters, async subject => {
    const result = await measureMemory(subject, size);
    measured.memory.push({ name: subject.name, streams: size.streams, ...result });
  });
}
await each(starters, async subject => {
  measured.json.push({ name: subject.name, ...(await measureJson(subject, JSON_SECONDS)) });
});
await service.stop();
measured.stolen = stolen();
process.exitCode = writeResults(measured) ? 0 : 1;

async function each(order: typeof starters, measure: (subject: Subject) => Promise<void>): Promise<void> {
  for (const start of order) {
    const subject = await start(service.port);
    if (!subject) continue;
    console.log(subject.name);
    await measure(subject);
    await subject.stop();
  }
}
