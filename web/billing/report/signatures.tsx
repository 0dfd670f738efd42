/** On paper alone: where the treasurer and the two auditors sign. */
export function Signatures() {
  return (
    <div className="mt-[16mm] hidden grid-cols-3 gap-[8mm] break-inside-avoid print:grid">
      {['Kassier', 'Kassenprüfer', 'Kassenprüfer'].map((who, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two are called the same, and none ever moves.
        <p key={index} className="border-black border-t-[0.75pt] pt-[1mm] text-[9pt]">
          Datum, Unterschrift {who}
        </p>
      ))}
    </div>
  )
}
