/**
 * Measures the built widget, a floor page and other chat widgets side by side and writes `bench/RESULTS.md`. On the
 * first run it installs the others into `bench/rivals/node_modules` from npm (about 800 MB).
 *
 * - `npm run bench`: everything, about twenty minutes.
 * - `npm run bench -- --quick`: the widget and the floor page alone, without what takes minutes; written nowhere.
 * - `npm run bench -- --rivals`: the side-by-side table alone; written nowhere. `--rivals=deep-chat,typebot` names some.
 *
 * A measurement that takes 10 s longer than its pace asks for is given up and printed as `> 10,000`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../scripts/browser.ts';
import { Beside } from './beside/measures.ts';
import { FLOOR, OURS, subjectOf } from './beside/subject.ts';
import { exchanges, mounts } from './measures/memory.ts';
import { reportBeside } from './report/beside.ts';
import { reportConversations } from './report/conversations.ts';
import { reportHostPage } from './report/host-page.ts';
import { kb, machine, Report } from './report/report.ts';
import { reportStreams } from './report/streams.ts';
import { RIVALS } from './rivals/all.ts';
import { prepareRivals, versionOf } from './rivals/build.ts';
import { rivalRoute } from './rivals/serve.ts';
import { startServer } from './server.ts';

const ROOT = join(import.meta.dirname, '..');
const quick = process.argv.includes('--quick');
const named = process.argv.find(flag => flag.startsWith('--rivals'));
const names = named?.split('=')[1]?.split(',');
const rivals = quick ? [] : RIVALS.filter(({ id }) => names?.includes(id) ?? true);

execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--missing'], {
  cwd: ROOT,
  stdio: 'inherit',
});
await prepareRivals(rivals);

const server = await startServer(rivalRoute(rivals));
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [
    ...CHROMIUM_ARGS,
    '--enable-precise-memory-info',
    // Some fetch fonts and pictures from elsewhere: nobody here waits for the internet.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
});
const beside = new Beside(browser, server);
const report = new Report();

report.say('# Measured');
report.say(
  'Written by `npm run bench`. Times are milliseconds of processor time of the page’s main thread, which other programs don’t lengthen; those named otherwise are by the clock, and pessimistic when the machine does other work. They move from machine to machine, the ratios to the floor page much less.',
);
report.say(`- ${machine()}`, `- Chromium ${browser.version()}, headless; Node.js ${process.version}`);

if (!named) {
  await reportHostPage(report, browser, server, beside);
  await reportStreams(report, browser, server, quick);
  await reportConversations(report, browser, server);
  const count = quick ? 60 : 500;
  const talk = await exchanges(browser, server.origin, count);
  const mounted = await mounts(browser, server.origin, 1000);
  report.say('## Memory');
  report.say(
    `- ${count} exchanges: ${kb(talk.heapPerExchange)} of heap and ${talk.nodesPerExchange.toFixed(1)} nodes more with each of the second half.`,
    `- 1,000 mounts and unmounts leave ${kb(mounted.heap)} of heap and ${mounted.nodes} nodes.`,
  );
}
if (!quick) {
  const others = rivals.map(rival => subjectOf(rival, versionOf(rival)));
  await reportBeside(report, beside, [OURS, FLOOR, ...others]);
}

await browser.close();
server.close();
if (!quick && !named) report.write(join(import.meta.dirname, 'RESULTS.md'));
