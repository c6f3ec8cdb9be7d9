import { amountOf, balanceAt, fieldOf } from '../balance-source.ts'
import { bearer, defineProvider } from '../provider.ts'
import { libraryWire } from './wire.ts'

const base = 'https://api.aiproxy.io'

/** Knowledge bases of AI Proxy. Its service may have ended: kept for channels that have one. */
export const aiproxyLibrary = defineProvider({
  id: 'aiproxy-library',
  type: 21,
  baseUrl: base,
  format: 'own',
  wire: libraryWire,
  operations: ['chat'],
  models: [],
  urlOf: ({ channel }) => (channel.other.trim() === '' ? null : `${channel.baseUrl ?? base}/api/library/ask`),
  modelListUrlOf: () => null,
  // Points, shown as they are.
  balance: balanceAt(
    () => 'https://aiproxy.io/api/report/getUserOverview',
    (answer) => {
      const amount = amountOf(fieldOf(answer, 'data', 'totalPoints'))
      return amount === null ? null : { amount, currency: 'USD' }
    },
  ),
  // The balance is asked for with the second one.
  headersOf: ({ key }) => ({ ...bearer(key), 'api-key': key }),
  reportsStreamUsage: false,
  takes: {},
})
