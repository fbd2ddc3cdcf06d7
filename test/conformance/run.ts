/**
 * Walks an implementation of the interface, section by section:
 * `npm run conformance -- --url https://agents.example --key … --agent <uuid>`
 */
import { parseArgs } from 'node:util';
import { openApi } from '../../src/service/openapi/description.ts';
import { OpenApiCheck } from './openapi-check.ts';
import { CHECKS } from './suite.ts';
import { Target } from './target.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'services-url': { type: 'string' },
    key: { type: 'string' },
    agent: { type: 'string' },
    'foreign-agent': { type: 'string' },
  },
});
const key = values.key ?? process.env.AGENT_API_KEY;
const agentId = values.agent ?? process.env.AGENT_ID;
if (!values.url || !key || !agentId) {
  console.error(
    'Give --url, --key (or AGENT_API_KEY) and --agent (or AGENT_ID); --services-url where it differs,\n' +
      "and --foreign-agent, another workspace's agent, for the checks on 403. Contacts and settings are left behind.",
  );
  process.exit(2);
}

const openapi = new OpenApiCheck(openApi());
const target = new Target(
  {
    url: values.url,
    servicesUrl: values['services-url'],
    key,
    agentId,
    foreignAgentId: values['foreign-agent'],
  },
  openapi,
);
let failed = 0;
let skipped = 0;
for (const check of CHECKS) {
  const name = `${check.section.padEnd(4)} ${check.promise}`;
  if (check.needsForeignAgent && !values['foreign-agent']) {
    skipped++;
    console.log(`–  ${name} (needs --foreign-agent)`);
    continue;
  }
  try {
    await check.run(target);
    console.log(`✓  ${name}`);
  } catch (error) {
    failed++;
    console.log(`✗  ${name}\n     ${(error as Error).message.replaceAll('\n', '\n     ')}`);
  }
}
console.log(
  `\n${CHECKS.length - failed - skipped} kept, ${failed} broken, ${skipped} skipped; ` +
    `${openapi.checked} answers validated against the OpenAPI description`,
);
process.exitCode = failed > 0 ? 1 : 0;
