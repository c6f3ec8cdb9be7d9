import { isVideoName } from '../core/videos/video-names.ts'
import { providerOf } from '../providers/index.ts'
import type { Provider } from '../providers/provider.ts'
import { mappedModel } from '../state/mapped-model.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { type TestKind, testCalls, testKindOf, testPriceOf } from './channel-test-calls.ts'

const modelWhenNoneIsListed = 'gpt-4o-mini'

/** The model of a test: the requested one, otherwise the channel's test model, otherwise its first model. */
export const modelToTest = (channel: ChannelState, request: string, testModel: string | null): string =>
  request.trim() || testModel || ([...channel.models].find(isName) ?? modelWhenNoneIsListed)

/** Whether a small test call exists. Tasks for drawings and music have no cheaper form. */
export const isTestable = ({ type }: Pick<ChannelState, 'type'>): boolean =>
  (providerOf(type)?.operations.length ?? 0) > 0

/** Whether the provider has the operation of such a test. */
export const servesTest = ({ operations }: Pick<Provider, 'operations'>, kind: TestKind): boolean =>
  kind !== 'realtime' && operations.includes(kind === 'chat' ? 'chat' : testCalls[kind].operation)

/** Some entries are prefixes of names. */
const isName = (model: string): boolean => !model.endsWith('*')

/**
 * The model for an automatic test: the channel's test model at any cost, else the first whose test costs some tokens,
 * else one that costs a moment of audio. Null if only models without such a call are left, such as those for images.
 */
export function cheapModelToTest(channel: ChannelState, testModel: string | null): string | null {
  if (testModel) return testModel
  if (channel.models.size === 0) return modelWhenNoneIsListed
  if (providerOf(channel.type)?.taskPlatform) return null
  const provider = providerOf(channel.type)
  // No video is made for a test. A provider of images alone has models whose names do not say so.
  const names = [...channel.models].filter((name) => {
    const sent = sentName(channel, name)
    return isName(name) && !isVideoName(sent) && (!provider || servesTest(provider, testKindOf(sent)))
  })
  const priced = (price: string) => names.find((model) => testPriceOf(testKindOf(sentName(channel, model))) === price)
  return priced('small') ?? priced('medium') ?? null
}

function sentName(channel: ChannelState, model: string): string {
  try {
    return mappedModel(channel, model)
  } catch {
    // The test itself reports it.
    return model
  }
}
