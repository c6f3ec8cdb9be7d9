import { selectableGroups } from '../../state/usable-groups.ts'
import type { AdminDependencies } from '../dependencies.ts'

type State = Pick<AdminDependencies, 'state'>

export const listGroups = ({ state }: State): string[] => Object.keys(state.current().options.GroupRatio)

/** The groups that tokens of an account in `group` may name; '' = of any account. */
export const listSelectableGroups = ({ state }: State, group: string) =>
  selectableGroups(state.current().options, group)
