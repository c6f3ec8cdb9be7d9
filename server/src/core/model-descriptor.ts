import type { ModelDescriptor } from '@sluice/contract/channel'

/** Of every model, in seconds. */
export const modelCreatedAt = 1_626_777_600

/** Fields that the old models API returned for every model; existing clients parse them. */
const permission = {
  id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
  object: 'model_permission',
  created: modelCreatedAt,
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

/** One entry of OpenAI's list of models. */
export const buildModelDescriptor = (id: string, ownedBy: string): ModelDescriptor => ({
  id,
  object: 'model',
  created: modelCreatedAt,
  owned_by: ownedBy,
  permission: [permission],
  root: id,
  parent: null,
})
