import { z } from 'zod'
import { autoGroupsMax } from '../api-token.ts'
import { defaultGroupTexts } from '../group-texts.ts'
import { groupNameMax, modelNameBytesMax } from '../name-lists.ts'
import { routingStrategies } from '../routing.ts'
import { json, jsonList, ratiosShape, tableOf, textsShape } from './list-types.ts'
import { card, option } from './option.ts'
import { onOff, whole } from './option-type.ts'
import { groupFactors, groupOrder } from './value-checks.ts'

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
      default: defaultGroupTexts,
      effect:
        'Groups every account may choose for a token, with their description. Readers see a default description in their language.',
    }),
  },
})

const name = z.string().trim().min(1)

export const autoGroupsCard = card({
  id: 'autoGroups',
  area: 'operation',
  writer: 'admin',
  options: {
    AutoGroups: option(jsonList('groups', z.array(name.max(groupNameMax)).max(1_000)), {
      default: ['default'],
      effect:
        'Groups that a token of the group `auto` tries, in order. `auto` in `UserUsableGroups` lets accounts choose it.',
      check: groupOrder,
    }),
    DefaultUseAutoGroup: option(onOff, {
      default: false,
      effect: 'The first token of a new account uses `auto`, and the form of a new token proposes it.',
    }),
    MaxTokenAutoGroups: option(whole(1, autoGroupsMax), {
      default: 5,
      effect: 'Maximum number of groups in the own order of a token.',
      unit: 'groups',
    }),
  },
})

export const groupModelsCard = card({
  id: 'groupModels',
  area: 'operation',
  writer: 'admin',
  options: {
    GroupHiddenModels: option(
      json(
        'group → models, `*` at the end of a name matches any suffix',
        tableOf(z.array(name.max(modelNameBytesMax))),
      ),
      {
        default: {},
        effect: 'Models that a group can neither list nor call, although its channels serve them.',
      },
    ),
  },
})

export const hedgeMsMin = 100
export const hedgeMsMax = 60_000

export const groupRoutingCard = card({
  id: 'groupRouting',
  area: 'operation',
  writer: 'admin',
  options: {
    GroupRoutingStrategy: option(json('group → strategy', tableOf(z.enum(routingStrategies))), {
      default: {},
      effect:
        'How a group chooses among the channels that can take a call: `priority` (highest priority, then a draw by weight), `cost` (lowest cost price), `latency` (first to begin its answers within the last minute) or `busy` (fewest calls in flight for its weight). Absent = `priority`. Equals are chosen among by priority and weight.',
    }),
    GroupHedgeMs: option(json('group → milliseconds', tableOf(z.number().int().min(hedgeMsMin).max(hedgeMsMax))), {
      default: {},
      effect:
        'Streams of these groups that have no first frame after so many milliseconds are also sent to a second channel. The faster one answers; the other is cancelled and not charged, although its upstream may bill you for it. Absent = never.',
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
