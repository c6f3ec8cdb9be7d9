import { expect, test } from 'bun:test'
import { mergeUserSetting, parseUserSetting } from './user-setting.ts'

const defaults = {
  notify_type: 'email',
  quota_warning_threshold: null,
  webhook_url: '',
  webhook_secret_box: '',
  notification_email: '',
  accept_unset_model_ratio_model: false,
  sidebar_modules: '',
  alert_key_limit: false,
  alert_month_quota: 0,
  alert_unusual_spend: false,
  receipt_links: 0,
} as const

test('an unreadable value is read as its default', () => {
  for (const stored of ['', '{}', '[]', 'null', '{broken', '{"notify_type":7,"quota_warning_threshold":-1}'])
    expect(parseUserSetting(stored)).toEqual(defaults)
  expect(parseUserSetting('{"notify_type":"webhook","quota_warning_threshold":5}')).toEqual({
    ...defaults,
    notify_type: 'webhook',
    quota_warning_threshold: 5,
  })
})

test('a change keeps all other keys, including unknown ones', () => {
  const stored = '{"webhook_url":"https://a.example","theirs":1}'
  expect(JSON.parse(mergeUserSetting(stored, { notify_type: 'webhook' }))).toEqual({
    webhook_url: 'https://a.example',
    theirs: 1,
    notify_type: 'webhook',
  })
})
