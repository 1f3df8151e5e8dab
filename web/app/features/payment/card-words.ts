import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";

/** "Visa ending in 4242"; for a card that could not be read, the words that are still true of it. */
export function cardWords(card: DefaultCard | null | undefined): string {
  return card ? `${brandOf(card)} ending in ${card.last4}` : "Your saved card";
}

/** The provider writes brands in small letters. */
export const brandOf = ({ brand }: DefaultCard): string => brand.charAt(0).toUpperCase() + brand.slice(1);
