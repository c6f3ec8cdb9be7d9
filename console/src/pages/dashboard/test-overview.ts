import type { DataOverview, DataPart } from '@sluice/contract/data'

const model = (model_name: string, quota: number[]): DataPart => ({
  model_name,
  calls: 3,
  errors: 1,
  charged_calls: 3,
  quota: quota.reduce((a, b) => a + b, 0),
  prompt_tokens: 30,
  completion_tokens: 6,
  use_time_ms: 3_000,
  series: { quota, calls: [1, 0, 2], tokens: [12, 0, 24] },
})

/** Three hours of two models; the second of them is empty. */
export const overviewOf = (more: Partial<DataOverview> = {}): DataOverview => ({
  start: 1_795_132_800,
  end: 1_795_143_599,
  step: 'hour',
  is_new: false,
  starts: [1_795_132_800, 1_795_136_400, 1_795_140_000],
  sums: {
    calls: 6,
    errors: 2,
    charged_calls: 6,
    quota: 300,
    prompt_tokens: 60,
    completion_tokens: 12,
    use_time_ms: 6_000,
  },
  previous: {
    calls: 8,
    errors: 2,
    charged_calls: 8,
    quota: 200,
    prompt_tokens: 60,
    completion_tokens: 12,
    use_time_ms: 4_000,
  },
  series: {
    calls: [3, 0, 3],
    errors: [0, 0, 2],
    charged_calls: [3, 0, 3],
    quota: [100, 0, 200],
    prompt_tokens: [30, 0, 30],
    completion_tokens: [6, 0, 6],
    use_time_ms: [1_500, 0, 4_500],
  },
  parts: [model('gpt-4o', [60, 0, 140]), model('o3', [40, 0, 60])],
  others: null,
  ...more,
})
