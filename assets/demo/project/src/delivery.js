/** Delivery is free from 50.00 on, by the price without tax. */
export function deliveryFee({ net, gross }) {
  return gross >= 5000 ? 0 : 495;
}

/** Whether we deliver at an hour: from the opening hour on, until just before the closing hour. */
export function delivers(hour, { opens, closes }) {
  return hour > opens && hour <= closes;
}
