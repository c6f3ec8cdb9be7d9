import { geminiCli as recipe } from '@sluice/contract/client-recipes/gemini-cli'
import { mcpServer, mcpTool, toolLoop } from '../agent-checks.ts'
import { failureChecks } from '../failure-checks.ts'
import { type Agent, upstreamKinds } from '../program.ts'
import { settingsOf } from '../settings-of.ts'

const read = () => ({ name: 'read_file', input: { file_path: 'notes.txt' } })
const write = () => ({ name: 'write_file', input: { file_path: 'answer.txt', content: 'the north gate' } })

export const geminiCli: Agent = {
  kind: 'agent',
  id: 'gemini-cli',
  name: 'Gemini CLI',
  registry: 'npm',
  packages: ['@google/gemini-cli@0.61.0'],
  notes: [
    'Without a terminal it needs `--yolo`, and `--skip-trust` or the setting of the folder.',
    'It asks for `gemini-3.1-pro-preview` where `gemini-3-pro-preview` is chosen: offer that name, or map it in the channel.',
  ],
  command: 'gemini',
  start: ['node_modules/.bin/gemini'],
  args: ({ prompt, model }) => ['--model', model, '--prompt', prompt],
  unattended: ['--yolo'],
  ...settingsOf(recipe),
  quiet: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  workFiles: {
    '.gemini/settings.json': JSON.stringify({
      mcpServers: { gates: { command: 'node', args: [mcpServer], trust: true } },
    }),
  },
  checks: [
    ...upstreamKinds.flatMap((upstream) => [
      toolLoop({ upstream, read, write }),
      mcpTool({ upstream, tool: { name: 'mcp_gates_open_gate' } }),
    ]),
    ...failureChecks(),
  ],
}
