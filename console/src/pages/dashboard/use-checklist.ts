import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unsetModelsQuery, useStatus } from '../../lib/queries.ts'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { readText, writeText } from '../../lib/storage.ts'
import { buildChecklist, type ChecklistStep } from './checklist.ts'
import { channelsQuery, firstTokenQuery, type OverviewRequest } from './queries.ts'

export interface Checklist {
  steps: ChecklistStep[]
  /** Shown until the first call. In the view of the site the steps can be hidden before. */
  isOpen: boolean
  isOfSite: boolean
  unpriced: readonly string[]
  /** The newest API token of the account; null = there is none. */
  tokenId: number | null
  /** Null if the steps cannot be hidden. */
  hide: (() => void) | null
}

/** The first steps with their current state. `isNew`: there was never a call; undefined = unknown. */
export function useChecklist(request: OverviewRequest, isNew: boolean | undefined): Checklist {
  const user = useSessionUser()
  const status = useStatus()
  const isOfSite = request.view.of === 'all'
  const hiddenKey = `getting-started-hidden-${user?.id ?? 0}` as const
  const [isHidden, setIsHidden] = useState(() => readText(hiddenKey) !== null)
  const isOpen = isNew === true && !(isOfSite && isHidden)
  const always = { refetchOnMount: 'always' } as const
  const channels = useQuery({ ...channelsQuery(request), ...always, enabled: isOpen && isOfSite })
  const unset = useQuery({ ...unsetModelsQuery, enabled: isOpen && isOfSite })
  const token = useQuery({ ...firstTokenQuery, ...always, enabled: isOpen })
  const steps = buildChecklist({
    isOfSite,
    canSetMail: isRoot(user),
    channels: channels.data?.total,
    unpriced: unset.data?.map(({ model }) => model),
    isSelfUse: status?.self_use_mode_enabled === true,
    hasToken: token.data === undefined ? undefined : token.data !== null,
    isCalled: isNew === false,
    hasMail: status?.mail_enabled === true,
  })
  return {
    steps,
    isOpen,
    isOfSite,
    unpriced: unset.data?.map(({ model }) => model) ?? [],
    tokenId: token.data?.id ?? null,
    hide: isOfSite ? hide : null,
  }

  function hide(): void {
    writeText(hiddenKey, '1')
    setIsHidden(true)
  }
}
