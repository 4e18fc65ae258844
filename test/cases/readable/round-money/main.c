int to_cents(int thousandths) {
  if (thousandths < 0) return (thousandths - 5) / 10;
  return (thousandths + 5) / 10;
}
