import { lastWords, unknownModel } from '../agent-checks.ts'
import { type Agent, type Check, modelOf, type UpstreamKind, unlistedModel, upstreamKinds } from '../program.ts'

/** It has no tools: it requests the new text of a file within the answer. */
const edit = (upstream: UpstreamKind, provider: 'openai' | 'anthropic'): Check => ({
  name: `provider ${provider}: writes a file, streamed`,
  upstream,
  model: `${provider}/${modelOf[upstream]}`,
  prompt: 'write the name of the gate to answer.txt',
  script: () => [{ text: `${lastWords}\n\nanswer.txt\n\`\`\`\nthe north gate\n\`\`\`\n` }],
  judge: ({ outcome, readFile }) => [
    ...(outcome.answer.includes(lastWords) ? [] : ['its output lacks the words of the model']),
    ...(readFile('answer.txt')?.trim() === 'the north gate' ? [] : ['answer.txt is not as the model wrote it']),
  ],
})

export const aider: Agent = {
  kind: 'agent',
  id: 'aider',
  name: 'aider',
  registry: 'PyPI',
  packages: ['aider-chat==0.86.2'],
  command: 'aider',
  start: ['venv/bin/aider'],
  args: ({ prompt, model }) => ['--model', model, '--message', prompt],
  environment: ({ url, key }) => ({
    OPENAI_API_BASE: `${url}/v1`,
    OPENAI_API_KEY: key,
    ANTHROPIC_API_BASE: url,
    ANTHROPIC_API_KEY: key,
  }),
  quiet: {
    AIDER_YES_ALWAYS: 'true',
    AIDER_GIT: 'false',
    AIDER_ANALYTICS: 'false',
    AIDER_CHECK_UPDATE: 'false',
    AIDER_SHOW_MODEL_WARNINGS: 'false',
    AIDER_SHOW_RELEASE_NOTES: 'false',
    AIDER_EDIT_FORMAT: 'whole',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  },
  checks: [
    ...upstreamKinds.map((upstream) => edit(upstream, 'openai')),
    // For names of OpenAI's models its library bypasses the format of this provider.
    edit('Anthropic', 'anthropic'),
    edit('Gemini', 'anthropic'),
    unknownModel(`openai/${unlistedModel}`),
  ],
}
