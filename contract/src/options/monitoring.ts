import { lines } from './list-types.ts'
import { card, option } from './option.ts'
import { number, onOff } from './option-type.ts'

// When channels are switched off and on.

export const monitoringCard = card({
  id: 'monitoring',
  area: 'operation',
  writer: 'admin',
  options: {
    ChannelDisableThreshold: option(number({ min: 0, max: 86_400 }), {
      default: 5,
      effect:
        'Seconds a test of a channel may take; three tests of the schedule in a row that take longer switch it off. 0 = any time.',
      unit: 'seconds',
    }),
    UpstreamModelCheckHours: option(number({ min: 0, max: 720 }), {
      default: 0,
      effect:
        'Hours between two comparisons of the models of all enabled channels with what their upstreams list; the super administrator is notified of new and vanished ones. 0 = only by hand. See [channels](operations.md#channels).',
      unit: 'hours',
    }),
    AutomaticDisableChannelEnabled: option(onOff, {
      default: false,
      effect:
        'Channels (with *auto ban*) whose account an upstream refused three times within ten minutes, or on three walks in a row, are switched off; also slow ones and those whose balance is used up. See [channels](operations.md#channels).',
    }),
    AutomaticEnableChannelEnabled: option(onOff, {
      default: false,
      effect: 'Channels that were switched off automatically are switched on again by a test that succeeds.',
    }),
    AutomaticDisableKeywords: option(lines(65_536), {
      default: [
        'Your credit balance is too low',
        'This organization has been disabled.',
        'You exceeded your current quota',
        'Permission denied',
        'The security token included in the request is invalid',
        'Operation not allowed',
        'Your account is not authorized',
      ],
      effect: 'Upstream error texts that count as such a refusal; case does not matter.',
      example: 'Your credit balance is too low',
    }),
  },
})
