import {
  buildOpencodeConfig,
  type OpencodeProvider,
  opencode as recipe,
} from '@sluice/contract/client-recipes/opencode'
import { mcpServer, mcpTool, toolLoop } from '../agent-checks.ts'
import { failureChecks } from '../failure-checks.ts'
import { type Agent, type Gateway, modelOf, overloadedModel, type UpstreamKind, unlistedModel } from '../program.ts'
import { settingsOf } from '../settings-of.ts'

const providers: readonly OpencodeProvider[] = ['openai', 'anthropic', 'google']
/** Each provider with an upstream of its own format and with one of another. */
const pairs: readonly [OpencodeProvider, UpstreamKind][] = [
  ['openai', 'OpenAI'],
  ['openai', 'Anthropic'],
  ['openai', 'Gemini'],
  ['anthropic', 'Anthropic'],
  ['anthropic', 'OpenAI'],
  ['google', 'Gemini'],
  ['google', 'OpenAI'],
]
const read = (folder: string) => ({ name: 'read', input: { filePath: `${folder}/notes.txt` } })
const write = () => ({
  name: 'bash',
  input: { command: "printf 'the north gate' > answer.txt", description: 'Writes the answer' },
})

/** It installs plugins before it ends, and its package manager repeats a request without an answer for a minute. */
const withoutRegistry = { withinSeconds: 100 }

/** Every model by every provider, so that a check may name any pair. */
const buildConfig = ({ url }: Gateway): string =>
  buildOpencodeConfig({
    url,
    use: providers,
    models: [...Object.values(modelOf), unlistedModel, overloadedModel],
    smallModel: 'openai/gpt-5-mini',
  })

export const opencode: Agent = {
  kind: 'agent',
  id: 'opencode',
  name: 'opencode',
  registry: 'npm',
  packages: ['opencode-ai@1.18.33'],
  completes: ['node', 'node_modules/opencode-ai/postinstall.mjs'],
  notes: [
    'It makes titles with `small_model`, which the key must be allowed to call.',
    'For models named gpt-5 it uses a tool for patches, otherwise one for edits.',
    'Without a package registry, as in the runs below, it ends a minute after it has shown a refusal; with one, at once.',
  ],
  command: 'opencode',
  start: ['node_modules/.bin/opencode'],
  args: ({ prompt, model }) => ['run', '--model', model, prompt],
  environment: settingsOf(recipe).environment,
  files: (gateway) => ({ '.config/opencode/opencode.json': buildConfig(gateway) }),
  workFiles: {
    'opencode.json': JSON.stringify({ mcp: { gates: { type: 'local', command: ['node', mcpServer] } } }),
  },
  quiet: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  },
  checks: [
    ...pairs.map(([provider, upstream]) =>
      toolLoop({
        upstream,
        read,
        write,
        model: `${provider}/${modelOf[upstream]}`,
        name: `provider ${provider}: streamed tool loop, reads a file, writes a file`,
      }),
    ),
    mcpTool({
      upstream: 'Anthropic',
      tool: { name: 'gates_open_gate' },
      model: `openai/${modelOf.Anthropic}`,
    }),
    ...failureChecks({
      nameModel: (model) => `openai/${model}`,
      own: Object.fromEntries(
        (['no-balance', 'key-limit', 'no-model'] as const).map((kind) => [kind, withoutRegistry]),
      ),
    }),
  ],
}
