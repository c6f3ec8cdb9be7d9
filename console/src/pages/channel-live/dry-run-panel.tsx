import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input, InputNumber } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './channel-live.module.css'
import { DryRunResult } from './dry-run-result.tsx'
import { type DryRunForm, runDry } from './queries.ts'

/** Asks where a call would go. */
export function DryRunPanel() {
  const { t } = useTranslation('routing')
  const [form, setForm] = useState<DryRunForm>({ model: '' })
  const [isMissing, setIsMissing] = useState(false)
  const run = useMutation({ mutationFn: runDry })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(form.model.trim() === '')
    if (form.model.trim() !== '') run.mutate(form)
  }
  const numberField = (name: 'user_id' | 'token_id' | 'input_tokens', label: string) => (
    <Field label={label}>
      <InputNumber
        aria-label={label}
        min={0}
        precision={0}
        value={form[name] ?? null}
        onChange={(value) => setForm({ ...form, [name]: value })}
      />
    </Field>
  )
  return (
    <section className={css.panel}>
      <h2>{t('dryRun.title')}</h2>
      <p className={css.hint}>{t('dryRun.hint')}</p>
      <form className={css.form} onSubmit={submit}>
        <Field label={t('dryRun.model')}>
          <Input
            aria-label={t('dryRun.model')}
            status={isMissing ? 'error' : ''}
            placeholder={isMissing ? t('dryRun.modelMissing') : 'gpt-4o'}
            value={form.model}
            onChange={({ target }) => setForm({ ...form, model: target.value })}
          />
        </Field>
        <Field label={t('dryRun.group')}>
          <Input
            aria-label={t('dryRun.group')}
            placeholder={t('dryRun.anyGroup')}
            value={form.group ?? ''}
            onChange={({ target }) => setForm({ ...form, group: target.value })}
          />
        </Field>
        {numberField('user_id', t('dryRun.user'))}
        {numberField('token_id', t('dryRun.token'))}
        {numberField('input_tokens', t('dryRun.tokens'))}
        <Button type="primary" htmlType="submit" loading={run.isPending}>
          {t('dryRun.run')}
        </Button>
      </form>
      {run.error && <Alert type="error" showIcon title={run.error.message} />}
      {run.data && <DryRunResult result={run.data} />}
    </section>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
