import type { CallableModel } from '@sluice/contract/api-token'
import { parseAutoGroups } from '@sluice/contract/auto-groups'
import { groupsOfModels } from '../../state/available-models.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { groupsOfToken } from '../../state/usable-groups.ts'
import type { ApiTokenRow } from '../../store/schema.ts'
import { endpointTypesOf } from '../endpoint-types.ts'

type Limited = Pick<ApiTokenRow, 'group_name' | 'auto_groups' | 'model_limits_enabled' | 'model_limits'>

/** The models that calls with the token reach now, for an account of the groups `own`, and how each is called. */
export function callableModels(
  snapshot: Snapshot,
  { token, own, now }: { token: Limited; own: readonly string[]; now: number },
): CallableModel[] {
  const chosen = { group: token.group_name, autoGroups: parseAutoGroups(token.auto_groups) }
  const groups = groupsOfToken(snapshot.options, own, chosen)
  const allowed = token.model_limits_enabled === 0 ? null : new Set(splitNames(token.model_limits))
  return [...groupsOfModels(snapshot, now, groups)]
    .filter(([name]) => allowed === null || allowed.has(name))
    .map(([name, offering]) => ({ name, endpoints: endpointTypesOf(snapshot, name, offering) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
