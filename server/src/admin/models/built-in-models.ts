import type { ModelDescriptor } from '@sluice/contract/channel'
import { channelTypes } from '@sluice/contract/channel-types'

/** Names offered when a channel is made. https://platform.openai.com/docs/models, read 2026-11-20 */
const openaiModels = [
  'gpt-6-astra',
  'gpt-6-sol',
  'gpt-6-luna',
  'gpt-6.1-sol',
  'gpt-6.1-terra',
  'gpt-5.6-sol',
  'gpt-5.6-terra',
  'gpt-5.6-luna',
  'gpt-5.4',
  'gpt-5.4-mini',
  'gpt-5.4-nano',
  'gpt-5.4-pro',
  'gpt-5.1',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-nano',
  'chat-latest',
  'o3',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-4o',
  'gpt-4o-mini',
  'text-embedding-3-small',
  'text-embedding-3-large',
] as const

/** A custom address serves whatever it serves: nothing is offered for it. */
const modelsByType: ReadonlyMap<number, readonly string[]> = new Map([[1, openaiModels]])

/** Channel type (as text) to the names offered for it. */
export const builtInModels = (): Record<string, readonly string[]> =>
  Object.fromEntries(channelTypes.map(({ id }) => [String(id), modelsByType.get(id) ?? []]))

export const buildModelDescriptor = (id: string, ownedBy: string): ModelDescriptor => ({
  id,
  object: 'model',
  created: 1_626_777_600,
  owned_by: ownedBy,
  permission: [permission],
  root: id,
  parent: null,
})

/** Every name once, as OpenAI's list of models describes one. */
export const builtInModelDescriptors = (): ModelDescriptor[] =>
  openaiModels.map((id) => buildModelDescriptor(id, 'openai'))

/** What the models API of old said of every model; existing clients parse it. */
const permission = {
  id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
  object: 'model_permission',
  created: 1_626_777_600,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
}
