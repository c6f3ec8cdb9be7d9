import { makeReason } from '@sluice/contract/error-reasons'
import { amountOf, balanceAt, fieldOf } from '../balance-source.ts'
import { bearer, defineProvider } from '../provider.ts'
import { libraryAdapter } from './adapter.ts'

const base = 'https://api.aiproxy.io'

/** Knowledge bases of AI Proxy. The service may have ended: the provider is kept for existing channels. */
export const aiproxyLibrary = defineProvider({
  id: 'aiproxy-library',
  type: 21,
  baseUrl: base,
  format: 'own',
  wire: libraryAdapter,
  operations: ['chat'],
  models: [],
  urlOf: ({ channel }) => (channel.other.trim() === '' ? null : `${channel.baseUrl ?? base}/api/library/ask`),
  modelListUrlOf: () => null,
  // The balance is a number of points.
  balance: balanceAt(
    () => 'https://aiproxy.io/api/report/getUserOverview',
    (answer) => {
      const amount = amountOf(fieldOf(answer, 'data', 'totalPoints'))
      return amount === null ? null : { amount, currency: 'USD' }
    },
  ),
  objectionToOther: (other) => (other.trim() === '' ? makeReason('required') : null),
  // The balance request needs `api-key`.
  headersOf: ({ key }) => ({ ...bearer(key), 'api-key': key }),
  reportsStreamUsage: false,
  takes: {},
})
