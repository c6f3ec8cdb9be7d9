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
        'Maximum duration of a channel test in seconds; three scheduled tests in a row that take longer disable the channel. 0 = no limit.',
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
        'Channels (with *auto ban*) whose account an upstream refused three times within ten minutes, or in three scheduled tests in a row, are disabled; also slow ones and those whose balance is used up. See [channels](operations.md#channels).',
    }),
    AutomaticEnableChannelEnabled: option(onOff, {
      default: false,
      effect: 'Channels that were disabled automatically are enabled again by a test that succeeds.',
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
