/** `npm run soak:service`: kills the service with `kill -9` 100 times, or as often as the first argument says. */
import { killAtRandomMoments } from '../node/service/kills.ts';

const report = await killAtRandomMoments(Number(process.argv[2] ?? 100), ({ kills, wholeBatches }) => {
  if (kills % 10 === 0) console.log(`${kills} kills, ${wholeBatches * 1000} contacts, nothing missing`);
});
console.log(
  `${report.kills} kills. Of ${report.wholeBatches} batches of 1000 that are stored, whole each, ` +
    `${report.acknowledgedBatches} had been acknowledged; all of these are there, ` +
    `and so are all ${report.acknowledgedReplies} acknowledged replies.`,
);
