/** An honor's name with a small gold tongue. */
export function HonorLabel({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 align-middle font-semibold">
      <span
        aria-hidden="true"
        className="h-[0.9375rem] w-3 flex-none rounded-t-[0.1875rem] rounded-b-[0.4375rem] bg-gold shadow-[inset_0_0_0_1px_oklch(0.5_0.1_75/0.45)] forced-color-adjust-none [print-color-adjust:exact]"
      />
      {children}
    </span>
  )
}
