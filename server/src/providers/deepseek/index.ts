import { amountOf, type Balance, balanceAt, fieldOf } from '../balance-source.ts'
import { alsoSpeaks, isMessagesPath, messagesHeaders } from '../host-formats.ts'
import { lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { defineHost } from '../provider.ts'

const base = 'https://api.deepseek.com'

/** https://api-docs.deepseek.com, as known on 2026-11-20 */
export const deepseek = defineHost({
  id: 'deepseek',
  type: 43,
  baseUrl: base,
  operations: ['chat', 'completions'],
  models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
  // https://api-docs.deepseek.com/guides/anthropic_api and https://api-docs.deepseek.com/guides/responses_api, as known
  // on 2026-11-23
  formatFor: alsoSpeaks(['responses', 'anthropic']),
  pathOf(path, { operation }) {
    // Only the beta address completes the text between a prefix and a suffix.
    if (operation === 'completions') return path.replace(/^\/v1/, '/beta')
    return isMessagesPath(path) ? `/anthropic${path}` : path
  },
  ...lackingOf(lacksOfCopies),
  headersOf: messagesHeaders,
  family: 'deepseek',
  balance: balanceAt(({ baseUrl }) => `${baseUrl ?? base}/user/balance`, readBalance),
})

/** One entry for each currency; yuan if present. https://api-docs.deepseek.com/api/get-user-balance */
function readBalance(answer: unknown): Balance | null {
  const infos = fieldOf(answer, 'balance_infos')
  if (!Array.isArray(infos)) return null
  const info: unknown = infos.find((one) => fieldOf(one, 'currency') === 'CNY') ?? infos[0]
  const [amount, currency] = [amountOf(fieldOf(info, 'total_balance')), fieldOf(info, 'currency')]
  return amount === null || typeof currency !== 'string' ? null : { amount, currency }
}
