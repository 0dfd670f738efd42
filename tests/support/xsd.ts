import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const schemas = [
  folder('../xsd/guild-pain008-subset.xsd'),
  // The banks' own schema may not be distributed; it is used if it lies beside the checkout.
  folder('../../../shared/xsd/pain.008.001.08_GBIC_5.xsd'),
]
  .filter((path) => existsSync(path))
  .map((path) => XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(path, 'utf8'))))

/** The errors of the schemas; throws if the file is not XML. */
export function schemaErrors(xml: string): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    return schemas.flatMap((schema) => errorsOf(schema, document))
  } finally {
    document.dispose()
  }
}

function errorsOf(schema: XsdValidator, document: XmlDocument): string[] {
  try {
    schema.validate(document)
    return []
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim())
    throw error
  }
}

const namespace = { p: 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08' }

/** The texts of all elements of this name, in order: `PmtInf/CtrlSum`. */
export function textsOf(xml: string, path: string): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    const steps = path.split('/').map((name) => `p:${name}`)
    return document.find(`//${steps.join('/')}`, namespace).map((node) => node.content)
  } finally {
    document.dispose()
  }
}
