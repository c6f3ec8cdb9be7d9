import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { NumberInput } from '../../../components/number-input.tsx'
import { useFocusReturn } from '../../../components/use-focus-return.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useBounds } from '../use-bounds.ts'
import { acceptRulesQuery, saveAcceptRules } from './queries.ts'

interface Values {
  falls: boolean
  /** Percent. */
  rises: number | null
  sources: number | null
}

/** When proposals are accepted automatically. */
export function AcceptRulesButton() {
  const { t } = useTranslation('price-sources')
  const [isOpen, setIsOpen] = useState(false)
  useFocusReturn(isOpen)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('rules.action')}</Button>
      {isOpen && <RulesDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RulesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('price-sources')
  const bounds = useBounds()
  const { data, error, refetch, isFetching } = useQuery(acceptRulesQuery)
  const [form] = Form.useForm<Values>()
  const title = t('rules.title')
  if (data === undefined) {
    const again = async () => void (await refetch())
    return (
      <FormDialog
        name="price-rules"
        title={title}
        submitText={t('retry')}
        onClose={onClose}
        onSubmit={again}
        isProofOnly
      >
        <p aria-busy={isFetching}>{error === null ? t('rules.loading') : error.message}</p>
      </FormDialog>
    )
  }
  const save = async ({ falls, rises, sources }: Values) => {
    await saveAcceptRules({ falls, rises_up_to: Number(((rises ?? 0) / 100).toFixed(6)), sources: sources ?? 1 })
    toastSuccess(t('rules.saved'))
    onClose()
  }
  return (
    <FormDialog<Values>
      // The initial values of a form are read once.
      key="loaded"
      name="price-rules"
      title={title}
      submitText={t('rules.save')}
      form={form}
      initialValues={{
        falls: data.falls,
        rises: Number((data.rises_up_to * 100).toFixed(4)),
        sources: data.sources,
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <DialogNote>{t('rules.note')}</DialogNote>
      <Form.Item<Values> name="falls" valuePropName="checked" extra={t('rules.fallsHelp')}>
        <Checkbox>{t('rules.falls')}</Checkbox>
      </Form.Item>
      <Form.Item<Values>
        name="rises"
        label={t('rules.rises')}
        extra={t('rules.risesHelp')}
        rules={[bounds({ min: 0, max: 100 })]}
      >
        <NumberInput />
      </Form.Item>
      <Form.Item<Values>
        name="sources"
        label={t('rules.sources')}
        extra={t('rules.sourcesHelp')}
        rules={[bounds({ min: 1, max: 10, isWhole: true })]}
      >
        <NumberInput />
      </Form.Item>
    </FormDialog>
  )
}
