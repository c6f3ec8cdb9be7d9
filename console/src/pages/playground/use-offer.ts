import type { EndpointType } from '@sluice/contract/priced-kinds'
import type { Pricing } from '@sluice/contract/pricing'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { sortModels } from '../../lib/sort-models.ts'
import { pricingQuery, usableGroupsQuery, usableModelsQuery } from '../../lib/user-queries.ts'
import type { Conversation, ConversationState, Lane } from './conversation.ts'
import { modelsOfModes, offeredBy } from './mode-models.ts'
import type { KnownModel } from './model-parameters.ts'

/** The models and groups to choose from, and why they are unknown. */
export function useOffer(userId: number, chosenGroup: string) {
  const groups = useQuery({ ...usableGroupsQuery, throwOnError: false })
  const models = useQuery({ ...usableModelsQuery, throwOnError: false })
  const pricing = useQuery({ ...pricingQuery(userId), throwOnError: false })
  const isLoading = models.isPending || groups.isPending || pricing.isPending
  // The same object while nothing in it changes: answers are drawn many times a second, the panel is not.
  const offered = useMemo(() => {
    const names = Object.keys(groups.data ?? {})
    // The account's own group comes first; without groups there is one without a name.
    const group = names.includes(chosenGroup) ? chosenGroup : (names[0] ?? '')
    return {
      groups: groups.data ?? {},
      group,
      models: sortModels(modelsOfGroup(models.data ?? [], group, pricing.data)),
      modes: modelsOfModes(models.data ?? [], group, pricing.data),
      /** What the catalogue says about each model. */
      known: new Map<string, KnownModel>((pricing.data?.data ?? []).map((row) => [row.model_name, row])),
      isLoading,
    }
  }, [groups.data, models.data, pricing.data, chosenGroup, isLoading])
  return {
    offered,
    failure: groups.error ?? models.error,
    retry: () => Promise.all([groups.refetch(), models.refetch()]),
  }
}

export type Offer = ReturnType<typeof useOffer>['offered']

/** Whether the chosen models can be called: not known yet, yes, or there are none to choose from. */
export type ModelsState = 'loading' | 'ready' | 'none'

export function stateOfModels({ models, isLoading }: Offer, lanes: readonly Lane[]): ModelsState {
  if (isLoading) return 'loading'
  if (models.length === 0) return 'none'
  // A chosen model that is not offered is about to be replaced.
  return lanes.every(({ model }) => models.includes(model)) ? 'ready' : 'loading'
}

/** A model or group that is no longer offered is replaced. */
export function useOfferedModels(
  conversation: Conversation,
  { lanes, settings }: ConversationState,
  { groups, models, isLoading }: Offer,
): void {
  const [first] = models
  const isGroupMissing = settings.group !== '' && !Object.hasOwn(groups, settings.group)
  useEffect(() => {
    if (isLoading || first === undefined) return
    if (isGroupMissing) conversation.setSettings({ group: '' })
    for (const [index, { model }] of lanes.entries()) if (!models.includes(model)) conversation.setModel(index, first)
  }, [conversation, lanes, models, first, isLoading, isGroupMissing])
}

const chatTypes: readonly EndpointType[] = ['openai', 'openai-response', 'anthropic', 'gemini']

/** The models that a chat in `group` can call. Without a price list this is unknown, so all are offered. */
export function modelsOfGroup(models: readonly string[], group: string, pricing: Pricing | undefined): string[] {
  return pricing === undefined ? [...models] : offeredBy(models, group, pricing, chatTypes)
}
