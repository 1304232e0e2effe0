package main

func addLibraries() {}
