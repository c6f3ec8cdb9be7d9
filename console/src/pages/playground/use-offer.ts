import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pricingQuery, usableGroupsQuery, usableModelsQuery } from '../../lib/user-queries.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { modelsOfGroup, sortModels } from './offered-models.ts'

/** What can be asked, and why it is not known. */
export function useOffer(userId: number, chosenGroup: string) {
  const groups = useQuery({ ...usableGroupsQuery, throwOnError: false })
  const models = useQuery({ ...usableModelsQuery, throwOnError: false })
  const pricing = useQuery({ ...pricingQuery(userId), throwOnError: false })
  const names = Object.keys(groups.data ?? {})
  // The account's own group stands first; without any there is one that has no name.
  const group = names.includes(chosenGroup) ? chosenGroup : (names[0] ?? '')
  const failed = [groups, models].find(({ error }) => error !== null)
  return {
    groups: groups.data ?? {},
    group,
    models: sortModels(modelsOfGroup(models.data ?? [], group, pricing.data)),
    isLoading: models.isPending || groups.isPending || pricing.isPending,
    failure: failed?.error ?? null,
    retry: () => Promise.all([groups.refetch(), models.refetch()]),
  }
}

export type Offer = ReturnType<typeof useOffer>

/** A model that is not offered gives way to one that is. */
export function useOfferedModels(
  conversation: Conversation,
  { lanes }: ConversationState,
  offer: Offer,
): void {
  const [first] = offer.models
  useEffect(() => {
    if (offer.isLoading || first === undefined) return
    for (const [index, { model }] of lanes.entries())
      if (!offer.models.includes(model)) conversation.setModel(index, first)
  })
}
