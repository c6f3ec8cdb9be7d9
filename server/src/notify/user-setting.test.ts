import { expect, test } from 'bun:test'
import { mergeUserSetting, parseUserSetting } from './user-setting.ts'

const nothing = {
  notify_type: 'email',
  quota_warning_threshold: null,
  webhook_url: '',
  webhook_secret_box: '',
  notification_email: '',
  accept_unset_model_ratio_model: false,
  sidebar_modules: '',
} as const

test('an unreadable value counts as never set', () => {
  for (const stored of ['', '{}', '[]', 'null', '{broken', '{"notify_type":7,"quota_warning_threshold":-1}'])
    expect(parseUserSetting(stored)).toEqual(nothing)
  expect(parseUserSetting('{"notify_type":"webhook","quota_warning_threshold":5}')).toEqual({
    ...nothing,
    notify_type: 'webhook',
    quota_warning_threshold: 5,
  })
})

test('a change keeps everything else, including unknown keys', () => {
  const stored = '{"webhook_url":"https://a.example","theirs":1}'
  expect(JSON.parse(mergeUserSetting(stored, { notify_type: 'webhook' }))).toEqual({
    ...{ webhook_url: 'https://a.example', theirs: 1, notify_type: 'webhook' },
  })
})
