import { withHeaderChanges } from '../../core/overrides/header-changes.ts'
import type { Provider, ProviderSettings } from '../../providers/provider.ts'
import type { ChannelState } from '../../state/snapshot.ts'

/** The account that a request goes to. */
interface Destination {
  provider: Pick<Provider, 'headersOf'>
  channel: ChannelState
  key: string
  /** What the key was exchanged for; absent = the key itself is sent. */
  token?: string | undefined
  settings: ProviderSettings
  /** '' = the request concerns no model. */
  model: string
}

/** The headers of the client. */
interface ClientHeaders {
  /** Those of which the provider may pass some on; null = none may pass. */
  passed: Headers | null
  /** Those that the header changes of the channel may name; null = there is no client. */
  named: Headers | null
}

/** The headers of a request to an upstream: `own`, those of the provider, and the changes of the channel. */
export function upstreamHeaders(
  own: Readonly<Record<string, string>>,
  { provider, channel, key, token, settings, model }: Destination,
  { passed, named }: ClientHeaders,
): Record<string, string> {
  const headers = {
    ...own,
    'accept-encoding': 'identity',
    'user-agent': 'sluice',
    ...provider.headersOf({ channel, key, token, settings, model, clientHeaders: passed }),
  }
  return withHeaderChanges(headers, channel.headerChanges, { key: token ?? key, clientHeaders: named })
}
