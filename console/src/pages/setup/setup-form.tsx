import { passwordBounds, usernameBounds } from '@sluice/contract/account-bounds'
import { isWebLink } from '@sluice/contract/address-forms'
import type { SetupStatus } from '@sluice/contract/setup'
import { siteNameMax } from '@sluice/contract/setup'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, type FormInstance, Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import hintOrError from '../../components/hint-or-error.module.css'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { basePath, ownSite, withBasePath } from '../../lib/base-path.ts'
import { startSession } from '../../lib/session.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { ModeHelp } from './mode-help.tsx'
import css from './setup-page.module.css'
import { buildSetupRequest, nameProblem, passwordProblem, type SetupValues } from './setup-values.ts'
import { UsageModeInput } from './usage-mode-input.tsx'

/** How long the success is shown before the page is left. */
const readingMs = 1_500

function useInitialise(form: FormInstance<SetupValues>) {
  const { t } = useTranslation('setup')
  return useMutation({
    mutationFn: (values: SetupValues) => api('POST /api/setup', { body: buildSetupRequest(values) }),
    meta: { silent: true },
    onSuccess: (user) => {
      toastSuccess(t('success'))
      if (user) startSession(user)
      // A full reload, because all loaded data precedes the set-up. A signed-out user goes to the login.
      setTimeout(() => location.replace(withBasePath('/detail')), readingMs)
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 0) return toastError(t('unreachable'))
      if (error.code === 'setup_token_wrong') return mark('setup_token', t('token.wrong'))
      const [field] = Object.keys(error.fields)
      if (field === 'SystemName') return mark('site', t('site.invalid', { max: siteNameMax }))
      if (field === 'ServerAddress') return mark('address', t('site.addressInvalid'))
      if (field === 'username') return mark('username', t('admin.usernameInvalid'))
      if (field === 'password') return mark('password', t('admin.passwordHint', passwordBounds))
      if (field === 'confirmPassword') return mark('confirmPassword', t('admin.mismatch'))
      toastError(error.message === '' ? t('failed') : error.message)
    },
  })
  function mark(name: keyof SetupValues, text: string) {
    form.setFields([{ name, errors: [text] }])
    form.focusField(name)
  }
}

export function SetupForm({ status, siteName }: { status: SetupStatus; siteName: string }) {
  const { t } = useTranslation('setup')
  const [form] = Form.useForm<SetupValues>()
  const initialise = useInitialise(form)
  const isBusy = initialise.isPending || initialise.isSuccess
  return (
    <Form<SetupValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      size="large"
      validateTrigger="onBlur"
      initialValues={{ mode: 'external', isOpen: false, site: siteName, address: ownSite() }}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={(values) => {
        if (!isBusy) initialise.mutate(values)
      }}
    >
      {status.setup_token_required && <TokenSection />}
      {!status.root_init && <AdminSection />}
      <SiteSection path={basePath} />
      <ModeSection />
      <Button block type="primary" htmlType="submit" loading={isBusy}>
        {t('submit')}
      </Button>
    </Form>
  )
}

function Section(props: { id: string; title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section} aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      <div className={css.sectionText}>{props.text}</div>
      {props.children}
    </section>
  )
}

function TokenSection() {
  const { t } = useTranslation('setup')
  return (
    <Section id="setup-token" title={t('token.heading')} text={t('token.text')}>
      <Form.Item<SetupValues>
        name="setup_token"
        label={t('token.label')}
        rules={[{ required: true, whitespace: true, message: t('token.required') }]}
      >
        <Input.Password autoComplete="off" autoFocus />
      </Form.Item>
    </Section>
  )
}

function AdminSection() {
  const { t } = useTranslation('setup')
  return (
    <Section id="setup-admin" title={t('admin.heading')} text={t('admin.text')}>
      <Form.Item<SetupValues>
        name="username"
        label={t('admin.username')}
        required
        rules={[
          {
            validator: async (_, name: string | undefined) => {
              const problem = nameProblem(name ?? '')
              if (problem !== null) throw new Error(t(`admin.${problem}`, usernameBounds))
            },
          },
        ]}
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item<SetupValues>
        className={hintOrError.item}
        name="password"
        label={t('admin.password')}
        required
        extra={t('admin.passwordHint', passwordBounds)}
        rules={[
          {
            validator: async (_, password: string | undefined) => {
              const problem = passwordProblem(password ?? '')
              if (problem !== null) throw new Error(t(`admin.${problem}`, passwordBounds))
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item<SetupValues>
        name="confirmPassword"
        label={t('admin.confirm')}
        required
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, again: string | undefined) => {
              if (!again) throw new Error(t('admin.confirmRequired'))
              if (again !== (getFieldValue('password') ?? '')) throw new Error(t('admin.mismatch'))
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </Section>
  )
}

/** `path` is that below which the console is served; '' = the root of the domain. */
export function SiteSection({ path }: { path: string }) {
  const { t } = useTranslation('setup')
  return (
    <Section id="setup-site" title={t('site.heading')} text={t('site.text')}>
      <Form.Item<SetupValues>
        name="site"
        label={t('site.label')}
        rules={[{ required: true, whitespace: true, message: t('site.required') }]}
      >
        <Input autoComplete="organization" maxLength={siteNameMax} />
      </Form.Item>
      <Form.Item<SetupValues>
        name="address"
        label={t('site.address')}
        extra={path === '' ? t('site.addressHint') : t('site.addressHintBelow', { path })}
        rules={[
          {
            validator: async (_, text: string | undefined) => {
              const address = (text ?? '').trim()
              if (address !== '' && !isWebLink(address)) throw new Error(t('site.addressInvalid'))
            },
          },
        ]}
      >
        <Input type="url" autoComplete="url" spellCheck={false} />
      </Form.Item>
    </Section>
  )
}

/** Asked for external operation only: the other modes have no registration. */
function RegistrationField() {
  const { t } = useTranslation('setup')
  const isExternal = Form.useWatch('mode', Form.useFormInstance<SetupValues>()) === 'external'
  if (!isExternal) return null
  return (
    <Form.Item<SetupValues> name="isOpen" label={t('registration.label')} extra={t('registration.hint')}>
      <Radio.Group>
        <Radio value={false}>{t('registration.closed')}</Radio>
        <Radio value={true}>{t('registration.open')}</Radio>
      </Radio.Group>
    </Form.Item>
  )
}

function ModeSection() {
  const { t } = useTranslation('setup')
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const text = (
    <>
      {t('mode.text')}{' '}
      <Button type="link" size="small" className={css.help} onClick={() => setIsHelpOpen(true)}>
        {t('mode.help')}
      </Button>
    </>
  )
  return (
    <Section id="setup-mode" title={t('mode.heading')} text={text}>
      <Form.Item<SetupValues> name="mode">
        <UsageModeInput />
      </Form.Item>
      <RegistrationField />
      <ModeHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </Section>
  )
}
