import { type User, type UserSettingView, webhookSecretMax } from '@sluice/contract/user'
import { Checkbox, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaInput } from '../../../components/quota-input.tsx'
import texts from '../../../components/text.module.css'
import { useStatus } from '../../../lib/queries.ts'
import css from '../personal-settings.module.css'
import { type SettingProblem, type SettingValues, settingProblemsOf } from './setting-values.ts'
import { SwitchField } from './switch-field.tsx'
import { ThresholdInput } from './threshold-input.tsx'

const webhookScheme = 'https://'

/** The kind of notification, the balance threshold, and the target. */
export function NotificationFields({ user, view }: { user: User; view: UserSettingView }) {
  const { t } = useTranslation('personal-settings')
  const rulesOf = useRules()
  const form = Form.useFormInstance<SettingValues>()
  const type = Form.useWatch('notify_type', form) ?? view.notify_type ?? 'email'
  return (
    <div className={css.settingForm}>
      <Form.Item name="notify_type" label={t('notification.type')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 'email', label: t('notification.email') },
            { value: 'webhook', label: t('notification.webhook') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="quota_warning_threshold"
        label={t('notification.threshold')}
        extra={t(
          view.quota_warning_threshold === undefined ? 'notification.thresholdUnsaved' : 'notification.thresholdHint',
        )}
        rules={rulesOf('quota_warning_threshold')}
      >
        <ThresholdInput />
      </Form.Item>
      {type === 'email' ? (
        <AddressField user={user} rules={rulesOf('notification_email')} />
      ) : (
        <WebhookFields view={view} rules={rulesOf('webhook_url')} />
      )}
      <AlertFields rules={rulesOf('alert_month_quota')} />
    </div>
  )
}

/** Alerts beside that of a low balance; each is off unless the account asks for it. */
function AlertFields({ rules }: { rules: Rules }) {
  const { t } = useTranslation('personal-settings')
  const form = Form.useFormInstance<SettingValues>()
  const hasMonth = Form.useWatch('alertsMonth', form) ?? false
  return (
    <>
      <h3 className={texts.label}>{t('notification.alerts')}</h3>
      <SwitchField name="alert_key_limit" label={t('notification.keyLimit')} help={t('notification.keyLimitHint')} />
      <SwitchField name="alertsMonth" label={t('notification.month')} help={t('notification.monthHint')} />
      {hasMonth && (
        <Form.Item name="alert_month_quota" label={t('notification.monthAmount')} rules={rules}>
          <QuotaInput presets={monthPresets} />
        </Form.Item>
      )}
      <SwitchField name="alert_unusual_spend" label={t('notification.unusual')} help={t('notification.unusualHint')} />
    </>
  )
}

/** Amounts of currency. */
const monthPresets = [10, 50, 100, 500] as const

type Rules = { validator(): Promise<void> }[]

/** The checks of setting-values.ts as form rules. */
function useRules(): (field: keyof SettingValues) => Rules {
  const { t } = useTranslation('personal-settings')
  const form = Form.useFormInstance<SettingValues>()
  const textOf = (problem: SettingProblem) => t(`notification.${problem}`)
  return (field) => [
    {
      validator: async () => {
        const problem = settingProblemsOf(form.getFieldsValue(true))[field]
        if (problem !== undefined) throw new Error(textOf(problem))
      },
    },
  ]
}

function AddressField({ user, rules }: { user: User; rules: Rules }) {
  const { t } = useTranslation('personal-settings')
  const isNowhere = user.email === ''
  const canSend = useStatus()?.mail_enabled !== false
  return (
    <Form.Item
      name="notification_email"
      label={t('notification.address')}
      extra={
        !canSend ? t('notification.noMail') : isNowhere ? t('notification.addressNone') : t('notification.addressHint')
      }
      rules={rules}
    >
      <Input
        type="email"
        autoComplete="email"
        placeholder={isNowhere ? '' : t('notification.addressBound', { email: user.email })}
      />
    </Form.Item>
  )
}

function WebhookFields({ view, rules }: { view: UserSettingView; rules: Rules }) {
  const { t } = useTranslation('personal-settings')
  const form = Form.useFormInstance<SettingValues>()
  const drops = Form.useWatch('dropsSecret', form) ?? false
  const isSet = view.webhook_secret_set === true
  return (
    <>
      <Form.Item
        name="webhook_url"
        label={t('notification.webhookUrl')}
        extra={t('notification.webhookHint')}
        rules={rules}
      >
        <Input type="url" inputMode="url" autoComplete="off" placeholder={webhookScheme} spellCheck={false} />
      </Form.Item>
      <Form.Item name="webhook_secret" label={t('notification.webhookSecret')} extra={t('notification.secretHint')}>
        <Input.Password
          autoComplete="new-password"
          maxLength={webhookSecretMax}
          disabled={drops}
          placeholder={isSet ? t('notification.secretSet') : ''}
        />
      </Form.Item>
      {isSet && (
        <Form.Item name="dropsSecret" valuePropName="checked">
          <Checkbox>{t('notification.secretDrop')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
