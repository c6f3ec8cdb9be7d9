import { qwenCode as recipe } from '@sluice/contract/client-recipes/qwen-code'
import { mcpServer, mcpTool, toolLoop } from '../agent-checks.ts'
import { failureChecks } from '../failure-checks.ts'
import { type Agent, upstreamKinds } from '../program.ts'
import { settingsOf } from '../settings-of.ts'

const read = (folder: string) => ({ name: 'read_file', input: { file_path: `${folder}/notes.txt` } })
const write = (folder: string) => ({
  name: 'write_file',
  input: { file_path: `${folder}/answer.txt`, content: 'the north gate' },
})

export const qwenCode: Agent = {
  kind: 'agent',
  id: 'qwen-code',
  name: 'Qwen Code',
  registry: 'npm',
  packages: ['@qwen-code/qwen-code@0.24.4'],
  notes: [
    'It needs Node.js 22; with an older one npm silently installs an older version.',
    "Anthropic's format works too: `--auth-type anthropic` with `ANTHROPIC_BASE_URL` and `ANTHROPIC_API_KEY`.",
  ],
  command: 'qwen',
  start: ['node_modules/.bin/qwen'],
  args: ({ prompt, model }) => ['--auth-type', 'openai', '--model', model, prompt],
  unattended: ['--yolo'],
  ...settingsOf(recipe),
  workFiles: {
    '.qwen/settings.json': JSON.stringify({
      mcpServers: { gates: { command: 'node', args: [mcpServer], trust: true } },
    }),
  },
  checks: [
    ...upstreamKinds.flatMap((upstream) => [
      toolLoop({ upstream, read, write }),
      mcpTool({ upstream, tool: { name: 'mcp__gates__open_gate' } }),
    ]),
    ...failureChecks(),
  ],
}
