import { selectableGroups } from '../../state/usable-groups.ts'
import type { AdminDependencies } from '../dependencies.ts'

type State = Pick<AdminDependencies, 'state'>

export const listGroups = ({ state }: State): string[] => Object.keys(state.current().options.GroupRatio)

/** The groups that tokens of an account in `groups` may name; none = of any account. */
export const listSelectableGroups = ({ state }: State, groups: readonly string[]) =>
  selectableGroups(state.current().options, groups)
