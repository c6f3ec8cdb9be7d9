import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { type PriceFileRead, priceFileFormats, priceFileMax } from '@sluice/contract/price-sheet'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { saveText } from '../../../lib/save-text.ts'
import { patchBetween, priceOfRow, withPatch } from '../changes/model-price.ts'
import css from '../prices.module.css'
import { useMayWritePrices, usePrices } from '../prices-context.ts'
import { exportPrices, readPriceFile } from '../queries.ts'
import { usePriceFile } from '../use-price-file.tsx'

/** Saves all prices as a file, and reads changes from one. */
export function FileButtons() {
  const { t } = useTranslation('prices')
  const { sheet } = usePrices()
  const mayWrite = useMayWritePrices()
  const [file, setFile] = useState<PriceFileRead | null>(null)
  const saving = useMutation({
    mutationFn: exportPrices,
    onSuccess: (text, format) => saveText(`prices.${format}`, text, format === 'csv' ? 'text/csv' : 'application/json'),
  })
  const reading = useMutation({
    mutationFn: async (chosen: File) => readPriceFile(await chosen.text()),
    onSuccess: setFile,
  })
  const { input, choose } = usePriceFile({ bytesMax: priceFileMax, onFile: reading.mutate })
  return (
    <Row>
      {input}
      {mayWrite && (
        <Button
          icon={<UploadOutlined aria-hidden />}
          disabled={sheet === undefined}
          loading={reading.isPending}
          onClick={choose}
        >
          {t('file.import')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: priceFileFormats.map((key) => ({ key, label: t(`file.${key}`) })),
          onClick: ({ key }) => saving.mutate(priceFileFormats.find((one) => one === key) ?? 'csv'),
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={saving.isPending}>
          {t('file.export')}
        </Button>
      </Dropdown>
      {file !== null && <FileDialog file={file} onClose={() => setFile(null)} />}
    </Row>
  )
}

function FileDialog({ file, onClose }: { file: PriceFileRead; onClose(): void }) {
  const { t } = useTranslation('prices')
  const prices = usePrices()
  const edits = file.changes.flatMap(({ model, ...change }) => {
    const before = priceOfRow(prices.rowOf(model))
    const patch = patchBetween(before, withPatch(before, change))
    return patch === null ? [] : [[model, patch] as const]
  })
  const add = () => {
    prices.edit(edits)
    onClose()
  }
  return (
    <Modal
      open
      title={t('file.title')}
      okText={t('file.add', { count: edits.length })}
      okButtonProps={{ disabled: edits.length === 0 }}
      onOk={add}
      onCancel={onClose}
    >
      <p>{t('file.found', { count: edits.length, all: file.lines })}</p>
      {file.problems.length > 0 && (
        <>
          <p className={texts.bad}>{t('file.problems', { count: file.problems.length })}</p>
          <ul className={`${css.lines} ${css.problems}`}>
            {file.problems.map(({ line, model, column, fault }) => (
              <li key={`${line} ${column} ${fault}`}>
                {line > 0 && <b>{t('file.line', { line })} </b>}
                {[model, column, t(`file.fault.${fault}`)].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
