import { json, ratiosShape, tableOf, textsShape } from './list-types.ts'
import { card, option } from './option.ts'
import { groupFactors } from './value-checks.ts'

// Groups of accounts and channels.

export const groupsCard = card({
  id: 'groups',
  area: 'operation',
  writer: 'admin',
  options: {
    GroupRatio: option(json('group → number', ratiosShape), {
      default: { default: 1, vip: 1, svip: 1 },
      effect: 'Factor per group; names the groups that exist.',
      check: groupFactors,
    }),
    UserUsableGroups: option(json('group → description', textsShape), {
      default: { default: '默认分组 Default', vip: 'VIP 分组 VIP' },
      effect: 'Groups every account may choose for a token, with their description.',
    }),
  },
})

export const groupPairsCard = card({
  id: 'groupPairs',
  area: 'operation',
  writer: 'admin',
  options: {
    GroupGroupRatio: option(json('group of the account → group used → number', tableOf(ratiosShape)), {
      default: {},
      effect: "Factor by the account's group and the group used; replaces the plain factor where present.",
    }),
  },
})
