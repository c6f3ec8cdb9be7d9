import type { User } from '@sluice/contract/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardFooter } from '../../../components/card.tsx'
import texts from '../../../components/text.module.css'
import { useLeaveGuard } from '../../../components/use-leave-guard.ts'
import { api } from '../../../lib/api.ts'
import { placeRefusal } from '../../../lib/place-refusal.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { toastError, toastInfo, toastSuccess, toastWarning } from '../../../lib/toasts.ts'
import css from '../personal-settings.module.css'
import { Section } from '../section.tsx'
import { NotificationFields } from './notification-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { buildSettingValues, buildSettingWrite, changesOf, parseSetting, type SettingValues } from './setting-values.ts'

/** Notifications about a low balance, and accepted prices. */
export function NotificationsSection({ user }: { user: User }) {
  const [tab, setTab] = useState('notification')
  // Other stored settings remount the form; input survives a reload without changes.
  return (
    <Section id="notifications">
      <SettingForm key={user.setting} user={user} tab={tab} onTab={setTab} />
    </Section>
  )
}

function SettingForm({ user, tab, onTab }: { user: User; tab: string; onTab(tab: string): void }) {
  const { t } = useTranslation('personal-settings')
  const queryClient = useQueryClient()
  const [form] = Form.useForm<SettingValues>()
  const [isSaving, setIsSaving] = useState(false)
  const view = parseSetting(user.setting)

  const showFailure = (error: unknown) => {
    placeRefusal(form, error)
    const reason = error instanceof Error ? error.message : String(error)
    toastError(t('notification.failed', { reason }))
  }
  useLeaveGuard(() => Object.keys(changesOf(view, form.getFieldsValue(true))).length > 0, {
    text: t('notification.leaveText'),
  })
  const save = async () => {
    if (isSaving) return
    const changes = buildSettingWrite(view, form.getFieldsValue(true))
    if (Object.keys(changes).length === 0) {
      toastInfo(t('notification.unchanged'))
      return
    }
    setIsSaving(true)
    try {
      await api('PUT /api/user/setting', { body: changes })
      toastSuccess(t('notification.saved'))
      await queryClient.invalidateQueries({ queryKey: selfQuery.queryKey })
      form.setFieldsValue({ webhook_secret: '', dropsSecret: false })
    } catch (error) {
      showFailure(error)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Form<SettingValues>
      form={form}
      name="setting"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      initialValues={buildSettingValues(view)}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={save}
      // The error is in the other tab.
      onFinishFailed={() => onTab('notification')}
    >
      <Tabs
        className={css.tabs}
        activeKey={tab}
        onChange={onTab}
        items={[
          {
            key: 'notification',
            label: t('notification.tab'),
            forceRender: true,
            children: <NotificationFields user={user} view={view} />,
          },
          {
            key: 'price',
            label: t('notification.priceTab'),
            forceRender: true,
            children: <PriceFields />,
          },
        ]}
      />
      <CardFooter>
        <div className={texts.help}>{tab === 'notification' && t('notification.testHint')}</div>
        {tab === 'notification' && (
          <TestButton isChanged={() => Object.keys(changesOf(view, form.getFieldsValue(true))).length > 0} />
        )}
        <Button type="primary" htmlType="submit" aria-label={t('notification.save')} loading={isSaving}>
          {t('notification.save')}
        </Button>
      </CardFooter>
    </Form>
  )
}

/** Sends a test notification to the stored target. */
function TestButton({ isChanged }: { isChanged(): boolean }) {
  const { t } = useTranslation('personal-settings')
  const send = useMutation({
    mutationFn: () => api('POST /api/user/notification/test'),
    onSuccess: () => {
      toastSuccess(t('notification.testSent'))
    },
  })
  return (
    <Button
      aria-label={t('notification.test')}
      loading={send.isPending}
      onClick={() => {
        if (isChanged()) toastWarning(t('notification.testSaveFirst'))
        else send.mutate()
      }}
    >
      {t('notification.test')}
    </Button>
  )
}
