import { claudeCode as recipe } from '@sluice/contract/client-recipes/claude-code'
import { gateAnswer, gateForm, lastWords, mcpServer, mcpTool, toolLoop } from '../agent-checks.ts'
import { failureChecks } from '../failure-checks.ts'
import { type Agent, type Check, modelOf, type UpstreamKind, upstreamKinds } from '../program.ts'
import { settingsOf } from '../settings-of.ts'

const read = (folder: string, name = 'notes.txt') => ({
  name: 'Read',
  input: { file_path: `${folder}/${name}` },
})
const write = (folder: string) => ({
  name: 'Write',
  input: { file_path: `${folder}/answer.txt`, content: 'the north gate' },
})
const gates = JSON.stringify({ mcpServers: { gates: { command: 'node', args: [mcpServer] } } })

/** The program makes its own tool for structured answers. */
const structured = (upstream: UpstreamKind): Check => ({
  name: 'structured output',
  upstream,
  model: modelOf[upstream],
  prompt: 'is the north gate open?',
  more: () => ['--output-format', 'json', '--json-schema', JSON.stringify(gateForm)],
  script: () => [{ calls: [{ name: 'StructuredOutput', input: gateAnswer }] }, { text: 'Done.' }],
  judge: ({ outcome }) =>
    outcome.answer.includes(JSON.stringify(gateAnswer)) ? [] : ['the answer is not in the requested form'],
})

const picture = (upstream: UpstreamKind): Check => ({
  name: 'looks at a picture in the result of a tool',
  upstream,
  model: modelOf[upstream],
  prompt: 'look at gate.png',
  script: (folder) => [{ calls: [read(folder, 'gate.png')] }, { text: lastWords }],
  judge: ({ outcome, calls }) => [
    ...(outcome.answer.includes(lastWords) ? [] : ['its output lacks the last words of the model']),
    ...(calls.at(-1)?.request.body.includes('iVBORw0KGgo') ? [] : ['the picture did not reach the model']),
  ],
})

export const claudeCode: Agent = {
  kind: 'agent',
  id: 'claude-code',
  name: 'Claude Code',
  registry: 'npm',
  packages: ['@anthropic-ai/claude-code@2.1.332'],
  notes: [
    'It needs Node.js 22; with an older one npm silently installs an older version.',
    'It calls small models for titles: where the site has no Haiku, `ANTHROPIC_DEFAULT_HAIKU_MODEL` names another model.',
    'For a model whose name it does not know it assumes a window of a million tokens and compacts too late; its message at the start names the page with the setting.',
  ],
  command: 'claude',
  start: ['node', 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs'],
  args: ({ prompt, model }) => ['-p', prompt, '--model', model],
  unattended: ['--permission-mode', 'acceptEdits'],
  ...settingsOf(recipe),
  quiet: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  checks: [
    ...upstreamKinds.flatMap((upstream) => [
      toolLoop({ upstream, read, write }),
      mcpTool({
        upstream,
        tool: { name: 'mcp__gates__open_gate' },
        more: () => ['--mcp-config', gates, '--allowed-tools', 'mcp__gates__open_gate'],
      }),
      structured(upstream),
      picture(upstream),
    ]),
    ...failureChecks(),
  ],
}
