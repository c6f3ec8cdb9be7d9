import { groupTextIn } from '@sluice/contract/group-texts'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { Services } from '../../services.ts'
import { selectableGroups } from '../../state/usable-groups.ts'

type State = Services<'state'>

export const listGroups = ({ state }: State): string[] => Object.keys(state.current().options.GroupRatio)

/** The groups that tokens of an account in `groups` may name; none = of any account. */
export const listSelectableGroups = ({ state }: State, groups: readonly string[], language: TextLanguage) =>
  Object.fromEntries(
    Object.entries(selectableGroups(state.current().options, groups)).map(([name, { ratio, desc }]) => [
      name,
      { ratio, desc: groupTextIn(language, desc) },
    ]),
  )
