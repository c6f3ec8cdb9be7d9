import { claudeBetas, claudeHeadersOf } from '../claude-betas.ts'
import { claudeModels, olderClaudeModels } from '../offered-models.ts'
import { defineProvider, type HeaderCall } from '../provider.ts'
import { allowedQuery } from '../query.ts'
import { errorTypes } from '../read-error.ts'

const base = 'https://api.anthropic.com'
const versionByDefault = '2023-06-01'
/** The beta features that Anthropic's own clients send. */
const passedQuery = ['beta']
/** The same of stored objects, and the pages of their lists. */
const storedQuery = [...passedQuery, 'limit', 'page']

/** https://platform.claude.com/docs/en/api/overview, read 2026-11-20 */
export const anthropic = defineProvider({
  id: 'anthropic',
  type: 14,
  baseUrl: base,
  format: 'anthropic',
  operations: ['chat'],
  // https://platform.claude.com/docs/en/about-claude/models, read 2026-11-20
  models: ['claude-fable-5-1', ...claudeModels, ...olderClaudeModels],
  urlOf: ({ channel, path }) => `${channel.baseUrl ?? base}/v1/messages${allowedQuery(path, passedQuery)}`,
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? base}/v1/models?limit=1000`,
  headersOf,
  storage: {
    kinds: ['message_batches', 'message_files', 'message_skills'],
    urlOf: ({ baseUrl }, path) => `${baseUrl ?? base}${path.split('?', 1)[0]}${allowedQuery(path, storedQuery)}`,
  },
  reportsStreamUsage: false,
  anyHost: true,
  takes: {},
  // https://platform.claude.com/docs/en/api/errors, as known on 2026-11-23: status 400, and no type for it.
  typeOfError: errorTypes({}, [[/^Your credit balance is too low/, 'billing_error']]),
})

/**
 * A client that speaks this format keeps its version and betas; a translated call uses the version that all hosts
 * accept.
 */
function headersOf(call: HeaderCall): Record<string, string> {
  const betas = claudeBetas(call)
  return {
    'x-api-key': call.key,
    'anthropic-version': call.clientHeaders?.get('anthropic-version') ?? versionByDefault,
    ...claudeHeadersOf(call),
    ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
  }
}
