import { moonshotSchemas } from '../../core/chat/fit-schema.ts'
import { amountOf, type Balance, balanceAt, fieldOf, type QueriedChannel } from '../balance-source.ts'
import { type FitBody, fitTo, joinFits, unchanged, withFit, within } from '../fit-body.ts'
import { fitTools } from '../fit-tools.ts'
import { alsoSpeaks, isMessagesPath, messagesHeaders } from '../host-formats.ts'
import { fitLacks, lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { defineHost } from '../provider.ts'
import { errorTypes } from '../read-error.ts'

const base = 'https://api.moonshot.cn'

const fitBody: FitBody = (body, { operation }) =>
  operation === 'chat' ? fitTo({ values: { temperature: within(0, 1) } }, body) : unchanged

/** Kimi. https://platform.moonshot.ai/docs/api/chat, as known on 2026-11-20 */
export const moonshot = defineHost({
  id: 'moonshot',
  type: 25,
  baseUrl: base,
  operations: ['chat'],
  // https://platform.kimi.ai/docs/api/overview, as known on 2026-11-23
  formatFor: alsoSpeaks(['responses', 'anthropic']),
  pathOf: (path) => (isMessagesPath(path) ? `/anthropic${path}` : path),
  headersOf: messagesHeaders,
  stores: ['files'],
  // https://platform.moonshot.ai/docs/guide/use-kimi-vision-model, as known on 2026-11-22
  takesBytesOnly: true,
  models: ['kimi-k3', 'kimi-k2.6', 'kimi-k2.5', 'kimi-latest', 'moonshot-v1-8k', 'moonshot-v1-32k', 'moonshot-v1-128k'],
  family: 'kimi',
  alsoAt: ['https://api.moonshot.ai', 'https://api.kimi.com'],
  fitBody,
  fitResponses: (body) => fitTools(body, 'responses', moonshotSchemas),
  ...lackingOf(lacksOfCopies),
  fitMessages(body, call) {
    const fitted = fitLacks(lacksOfCopies)(body, call)
    return joinFits(fitted, fitTools(withFit(body, fitted), 'anthropic', moonshotSchemas))
  },
  // https://platform.moonshot.ai/docs/api/errors, as known on 2026-11-23
  typeOfError: errorTypes({ exceeded_current_quota_error: 'billing_error' }),
  balance: balanceAt(({ baseUrl }) => `${baseUrl ?? base}/v1/users/me/balance`, readBalance),
})

/** The host in China reports yuan, the international one dollars. */
function readBalance(answer: unknown, { baseUrl }: QueriedChannel): Balance | null {
  const amount = amountOf(fieldOf(answer, 'data', 'available_balance'))
  const isChinese = new URL(baseUrl ?? base).hostname.endsWith('.cn')
  return amount === null ? null : { amount, currency: isChinese ? 'CNY' : 'USD' }
}
