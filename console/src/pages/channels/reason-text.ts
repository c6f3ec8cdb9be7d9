import { noPathNote } from '@sluice/contract/channel-types'
import { useTranslation } from 'react-i18next'

/** Sentences of the gateway, which reach us in English, to the key of our own words for them in `reason`. */
const sentences = {
  slow: /^(?<tests>\d+) tests in a row took longer than (?<limit>[\d.]+) s, the last one (?<last>[\d.]+) s$/,
  balance: /^the balance is used up: (?<balance>.+)$/,
  passed: /^a test passed$/,
  costly: /^a test of its models is costly; name a test model$/,
  tellsNone: /^Channels of this type tell no balance\.$/,
  notTestable: /^Channels of this type cannot be tested\.$/,
  misconfigured: /^The channel is not configured correctly\.$/,
  mapping: /^The model mapping of the channel is not valid\.$/,
  noAnswer: /no answer within (?<seconds>[\d.]+) seconds\.?$/,
  unreachable: /the upstream could not be reached\.?$/,
  unknownName: /the name of the upstream could not be resolved\.?$/,
  noBalance: /the answer of the upstream tells no balance\.?$/,
  noMoreStatus: /the upstream answered (?<status>\d{3})\.?$/,
  wrongKind: /channels of this type cannot be tested with a model for (?<kind>\w+)\.?$/,
} as const

/** Each sentence takes the ones it has places for. */
const noValues = { tests: '', limit: '', last: '', balance: '', seconds: '', status: '', kind: '' }

export type ReasonKey = keyof typeof sentences
const keys = Object.keys(sentences) as ReasonKey[]

/** What the gateway says, taken apart; null for the words of an upstream, which stay as they are. */
export function parseReason(text: string): { key: ReasonKey; values: Record<string, string> } | null {
  for (const key of keys) {
    const match = sentences[key].exec(text)
    if (match) return { key, values: { ...match.groups } }
  }
  return null
}

/** Why a channel failed or was switched, in the person's language as far as the gateway itself said it. */
export function useReasonText(): (text: string) => string {
  const { t } = useTranslation('channels')
  const say = (text: string) => {
    const reason = parseReason(text)
    return reason === null ? text : t(`reason.${reason.key}`, { ...noValues, ...reason.values })
  }
  return (text) =>
    text.endsWith(noPathNote)
      ? `${say(text.slice(0, -noPathNote.length).trim())} ${t('address.noPath.text')}`
      : say(text)
}
