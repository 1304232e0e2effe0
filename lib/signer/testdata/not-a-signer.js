export default "sign";
