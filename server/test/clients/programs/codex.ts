import { join } from 'node:path'
import { codex as recipe } from '@sluice/contract/client-recipes/codex'
import { gateAnswer, gateForm, lastWords, mcpServer, mcpTool, toolLoop } from '../agent-checks.ts'
import { failureChecks } from '../failure-checks.ts'
import { type Agent, type Check, modelOf, type UpstreamKind, upstreamKinds } from '../program.ts'
import { settingsOf } from '../settings-of.ts'

/** Its text for the code `insufficient_quota`. */
const ownQuotaText = /Quota exceeded/

const exec = (cmd: string) => () => ({ name: 'exec_command', input: { cmd } })
const read = exec('cat notes.txt')
const write = exec("printf 'the north gate' > answer.txt")

const structured = (upstream: UpstreamKind): Check => ({
  name: 'structured output',
  upstream,
  model: modelOf[upstream],
  prompt: 'is the north gate open?',
  more: (folder) => ['--output-schema', join(folder, 'form.json')],
  script: () => [{ text: JSON.stringify(gateAnswer) }],
  judge: ({ outcome, calls }) => [
    ...(outcome.answer.includes(JSON.stringify(gateAnswer)) ? [] : ['the answer is not in the requested form']),
    ...(calls.at(-1)?.request.body.includes('"open"') ? [] : ['the form did not reach the model']),
  ],
})

const picture = (upstream: UpstreamKind): Check => ({
  name: 'a picture in the prompt',
  upstream,
  model: modelOf[upstream],
  prompt: 'look at gate.png',
  more: (folder) => ['--image', join(folder, 'gate.png')],
  script: () => [{ text: lastWords }],
  judge: ({ outcome, calls }) => [
    ...(outcome.answer.includes(lastWords) ? [] : ['its output lacks the last words of the model']),
    ...(calls.at(-1)?.request.body.includes('iVBORw0KGgo') ? [] : ['the picture did not reach the model']),
  ],
})

export const codex: Agent = {
  kind: 'agent',
  id: 'codex',
  name: 'Codex',
  registry: 'npm',
  packages: ['@openai/codex@0.171.0'],
  notes: ['It words a used-up balance itself; all other refusals show the text of the gateway.'],
  command: 'codex',
  start: ['node_modules/.bin/codex'],
  args: ({ prompt, model }) => ['exec', '--model', model, prompt],
  unattended: ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
  ...settingsOf(recipe),
  workFiles: { 'form.json': JSON.stringify(gateForm) },
  checks: [
    ...upstreamKinds.flatMap((upstream) => [
      toolLoop({ upstream, read, write }),
      mcpTool({
        upstream,
        tool: { namespace: 'mcp__gates', name: 'open_gate' },
        more: () => ['-c', 'mcp_servers.gates.command="node"', '-c', `mcp_servers.gates.args=["${mcpServer}"]`],
      }),
      structured(upstream),
      picture(upstream),
    ]),
    ...failureChecks({ own: { 'no-balance': { says: ownQuotaText }, 'key-limit': { says: ownQuotaText } } }),
  ],
}
