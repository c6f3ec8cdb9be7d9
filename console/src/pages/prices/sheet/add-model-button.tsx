import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { modelNameBytesMax } from '@sluice/contract/name-lists'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'

/** Opens a model that the sheet lacks: it joins the sheet with its first figure. */
export function AddModelButton({ onOpen }: { onOpen(model: string): void }) {
  const { t } = useTranslation('prices')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAsking(true)}>
        {t('sheet.addModel')}
      </Button>
      {isAsking && (
        <FormDialog<{ model: string }>
          name="add-model"
          title={t('sheet.addModel')}
          submitText={t('sheet.addOpen')}
          initialValues={{ model: '' }}
          onClose={() => setAsking(false)}
          onSubmit={async ({ model }) => {
            setAsking(false)
            onOpen(model.trim())
          }}
        >
          <Form.Item
            name="model"
            label={t('column.model')}
            extra={t('sheet.addHelp')}
            rules={[{ required: true, whitespace: true, message: t('sheet.addNeeded') }]}
          >
            <Input autoFocus autoComplete="off" spellCheck={false} maxLength={modelNameBytesMax} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
