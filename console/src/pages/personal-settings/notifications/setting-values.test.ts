import { expect, test } from 'bun:test'
import { buildSettingValues, buildSettingWrite, changesOf, parseSetting, settingProblemsOf } from './setting-values.ts'

const stored = { notify_type: 'email', accept_unset_model_ratio_model: false } as const

test('an untouched form changes nothing, even if nothing was ever stored', () => {
  expect(changesOf(stored, buildSettingValues(stored))).toEqual({})
  expect(changesOf({}, buildSettingValues({}))).toEqual({})
  expect(buildSettingValues({}).quota_warning_threshold).toBe(500_000)
})

test('only changes are sent, and the secret only when it was typed or removed', () => {
  const full = {
    notify_type: 'webhook',
    webhook_url: 'https://hooks.example.com/a',
    webhook_secret_set: true,
  } as const
  const values = buildSettingValues(full)
  expect(changesOf(stored, { ...values, webhook_secret: '' })).toEqual({
    notify_type: 'webhook',
    webhook_url: 'https://hooks.example.com/a',
  })
  expect(changesOf(full, { ...values, webhook_url: ' https://hooks.example.com/a ' })).toEqual({})
  expect(changesOf(full, { ...values, webhook_secret: 's3' })).toEqual({ webhook_secret: 's3' })
  expect(changesOf(full, { ...values, dropsSecret: true })).toEqual({ webhook_secret: null })
  expect(changesOf(full, { ...values, quota_warning_threshold: 100_000 })).toEqual({
    quota_warning_threshold: 100_000,
  })
  expect(changesOf({ notification_email: 'a@example.com' }, buildSettingValues({}))).toEqual({
    notification_email: '',
  })
})

test('a save stores the shown threshold of an account that has none', () => {
  const values = buildSettingValues({})
  expect(buildSettingWrite({}, values)).toEqual({ quota_warning_threshold: 500_000 })
  expect(buildSettingWrite({}, { ...values, quota_warning_threshold: 7 })).toEqual({ quota_warning_threshold: 7 })
  expect(buildSettingWrite({ quota_warning_threshold: 500_000 }, values)).toEqual({})
})

test('input for the other kind is not sent', () => {
  const values = buildSettingValues(stored)
  expect(changesOf(stored, { ...values, webhook_url: 'http', webhook_secret: 'x' })).toEqual({})
  const webhook = { notify_type: 'webhook', webhook_url: 'https://hooks.example.com/a' } as const
  expect(changesOf(webhook, { ...buildSettingValues(webhook), notification_email: 'a@example.com' })).toEqual({})
})

test('alerts are sent when they change, and a month without its switch has no amount', () => {
  const values = buildSettingValues(stored)
  expect(changesOf(stored, { ...values, alert_key_limit: true, alert_unusual_spend: true })).toEqual({
    alert_key_limit: true,
    alert_unusual_spend: true,
  })
  expect(changesOf(stored, { ...values, alert_month_quota: 7 })).toEqual({})
  expect(changesOf(stored, { ...values, alertsMonth: true, alert_month_quota: 7 })).toEqual({ alert_month_quota: 7 })
  const set = { ...stored, alert_month_quota: 7 }
  expect(changesOf(set, { ...buildSettingValues(set), alertsMonth: false })).toEqual({ alert_month_quota: 0 })
  expect(settingProblemsOf({ ...values, alertsMonth: true, alert_month_quota: null })).toEqual({
    alert_month_quota: 'monthRequired',
  })
})

test('each relevant field reports its fault', () => {
  const values = buildSettingValues({})
  expect(settingProblemsOf(values)).toEqual({})
  expect(settingProblemsOf({ ...values, quota_warning_threshold: null })).toEqual({
    quota_warning_threshold: 'thresholdRequired',
  })
  expect(settingProblemsOf({ ...values, quota_warning_threshold: 0 })).toEqual({
    quota_warning_threshold: 'thresholdPositive',
  })
  const webhook = { ...values, notify_type: 'webhook' as const, notification_email: 'nonsense' }
  expect(settingProblemsOf(webhook)).toEqual({ webhook_url: 'webhookRequired' })
  for (const webhook_url of ['http://example.com', 'example.com', 'ftp://example.com'])
    expect(settingProblemsOf({ ...webhook, webhook_url })).toEqual({ webhook_url: 'webhookHttps' })
  expect(settingProblemsOf({ ...webhook, webhook_url: 'https://example.com/x' })).toEqual({})
  expect(settingProblemsOf({ ...values, notification_email: 'a@b' })).toEqual({
    notification_email: 'emailInvalid',
  })
})

test('unreadable settings count as absent', () => {
  for (const text of ['', 'null', '{']) expect(parseSetting(text)).toEqual({})
})
